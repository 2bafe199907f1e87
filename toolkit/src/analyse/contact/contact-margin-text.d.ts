import type { ContactMargin } from './contact-margin.js';
export declare function formatContactMargin(margin: ContactMargin): string;
