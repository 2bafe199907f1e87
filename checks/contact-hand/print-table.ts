import { lines, tableOf } from './table.js';

process.stdout.write(tableOf(lines()));
