export * from './problem/index.js';
