/** Milliseconds until one xacro robot of the corpus is read, by its place in the list, in a process that has read none. */
import process from 'node:process';
import { readRobot } from 'pliant/robot';
import { corpusFiles } from '../corpus.js';
import { namedPackages, xacroRobots } from '../xacro-corpus.js';

const { file, args } = xacroRobots()[Number(process.argv[2])];
const options = { args, packages: namedPackages(), roots: ['.'] };
const start = performance.now();
readRobot(file, corpusFiles, options);
console.log(JSON.stringify({ milliseconds: performance.now() - start }));
