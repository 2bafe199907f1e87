/** Pictures of laws: 120 × 48, in `currentColor`. */
export function drawing(body: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="48" viewBox="0 0 120 48" fill="none" stroke="currentColor" stroke-width="1.5">${body}</svg>`;
}
