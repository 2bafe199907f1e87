/** A page with nothing of its own, for scripts that a test brings. */
export {};
