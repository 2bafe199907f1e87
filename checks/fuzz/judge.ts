/** One mutant is read, and what the reader answers is judged. */
import process from 'node:process';
import * as xmldom from '@xmldom/xmldom';
import { describe, hasErrors, type Outcome } from 'pliant/problem';
import {
  expandedXacro,
  type MujocoModule,
  Packages,
  type ReadOptions,
  type Robot,
  readRobot,
} from 'pliant/robot';
import type { Mutant } from './mutant.js';
import { faultsOfRobot } from './sound.js';

export interface Judgement {
  readonly accepted: boolean;
  /** Codes of its errors. */
  readonly refusedFor: readonly string[];
  /** What is wrong with the answer; none where it is right. */
  readonly faults: readonly string[];
  /** Time of the processor that reading it took, ms: what else the machine does is not counted. */
  readonly time: number;
  /** Whether MuJoCo broke off, and another instance is needed. */
  readonly lost: boolean;
}

export function judge(mutant: Mutant, mujoco?: MujocoModule): Judgement {
  const { good, files } = mutant;
  const options: ReadOptions = mujoco === undefined ? good.options : { ...good.options, mujoco };
  const start = process.cpuUsage();
  const spent = (): number => {
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  };
  let outcome: Outcome<Robot>;
  try {
    outcome = readRobot(good.path, files, options);
  } catch (error) {
    const told =
      error instanceof Error
        ? (error.stack ?? error.message).split('\n').slice(0, 3).join(' ')
        : String(error);
    return { accepted: false, refusedFor: [], faults: [`throws ${told}`], time: spent(), lost: false };
  }
  const time = spent();
  const { value, problems } = outcome;
  const errors = problems.filter(({ severity }) => severity === 'error').map(({ code }) => code);
  const faults = faultsOfAnswer(outcome, wordsIn(mutant.bytes));
  try {
    if (value !== undefined) faults.push(...faultsOfRobot(value, problems), ...missing(value, mutant));
  } catch (error) {
    faults.push(`what it gives throws ${error instanceof Error ? error.message : error}`);
  }
  return {
    accepted: value !== undefined,
    refusedFor: errors,
    faults,
    time,
    lost: errors.includes('mjcf-engine-lost'),
  };
}

/** What a message says by mistake where a program put a value that is none into it. */
const slips = ['undefined', '[object', 'NaN'] as const;

/** Those that the file itself says: names and paths of a message may then hold them. */
function wordsIn(bytes: Uint8Array): ReadonlySet<string> {
  const text = Buffer.from(bytes).toString('latin1');
  return new Set(slips.filter((word) => text.includes(word)));
}

/** A refusal says why and gives no robot; an answer can be printed. */
function faultsOfAnswer({ value, problems }: Outcome<Robot>, ofTheFile: ReadonlySet<string>): string[] {
  const faults: string[] = [];
  if (value === undefined && !hasErrors(problems)) faults.push('refused without an error');
  if (value !== undefined && hasErrors(problems)) faults.push('an error, and yet a robot');
  for (const problem of problems) {
    const told = describe(problem);
    if (problem.where.file === undefined) faults.push(`${problem.code} names no file`);
    // What stands in quotes, MuJoCo's as well, is the file's.
    const own = problem.message.replace(/`[^`]*`|"[^"]*"|'[^']*'/g, '');
    if (own === '' || slips.some((word) => own.includes(word) && !ofTheFile.has(word)))
      faults.push(`message: ${told}`);
    if (/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/.test(told))
      faults.push(`control characters: ${JSON.stringify(told)}`);
    if (told.length > 20_000) faults.push(`${problem.code} tells ${told.length} characters`);
    if (faults.length > 5) break;
  }
  return faults;
}

/** Links and joints that the file has and the robot has not, by another parser and by names alone. */
function missing(robot: Robot, mutant: Mutant): string[] {
  const wanted = namedIn(mutant);
  if (wanted === undefined) return [];
  const links = new Set(robot.links.map(({ name }) => name));
  const joints = new Set(robot.joints.map(({ name }) => name));
  const absent = [
    ...wanted.links.filter((name) => !links.has(name)).map((name) => `link ${JSON.stringify(name)}`),
    ...wanted.joints.filter((name) => !joints.has(name)).map((name) => `joint ${JSON.stringify(name)}`),
  ];
  return absent.slice(0, 3).map((what) => `the robot has not all of the file: no ${what}`);
}

interface Named {
  readonly links: readonly string[];
  readonly joints: readonly string[];
}

/** Undefined where another parser cannot tell. */
function namedIn({ good, files, part, bytes, seed }: Mutant): Named | undefined {
  if (good.format === 'zip' || (good.format !== 'xacro' && part !== good.path)) return undefined;
  if (good.format === 'xacro') {
    // Each eighth one: it is expanded again.
    if (seed % 8 !== 0) return undefined;
    const packages = new Packages({ ...good.options, file: good.path, files });
    const source = files.read(good.path) ?? new Uint8Array();
    const found = {
      ...good.options,
      file: good.path,
      files,
      findPackage: (name: string) => packages.find(name),
    };
    const root = expandedXacro(source, found).value;
    const named = (kind: string) =>
      (root?.children ?? []).flatMap(({ name, prefix, attributes }) =>
        name === kind && prefix === undefined ? [attributes.get('name')?.value ?? ''] : [],
      );
    return { links: named('link'), joints: named('joint') };
  }
  const root = parsed(bytes);
  if (root === undefined) return undefined;
  if (good.format === 'urdf')
    return { links: childrenNamed(root, 'link'), joints: childrenNamed(root, 'joint') };
  if (root.getElementsByTagName('replicate').length + root.getElementsByTagName('include').length > 0)
    return undefined;
  const bodies = Array.from(root.getElementsByTagName('body')).filter(isInWorld);
  return { links: bodies.flatMap((body) => body.getAttribute('name') || []), joints: [] };
}

function parsed(bytes: Uint8Array): xmldom.Element | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const quiet = new xmldom.DOMParser({ onError: () => undefined });
    return quiet.parseFromString(text, 'text/xml').documentElement ?? undefined;
  } catch {
    return undefined;
  }
}

function childrenNamed(root: xmldom.Element, kind: string): string[] {
  return Array.from(root.childNodes).flatMap((node) =>
    node.nodeType === 1 && (node as xmldom.Element).tagName === kind
      ? [(node as xmldom.Element).getAttribute('name') ?? '']
      : [],
  );
}

/** Whether a body stands in bodies only, up to the world. */
function isInWorld(body: xmldom.Element): boolean {
  let at = body.parentNode as xmldom.Element | null;
  while (at !== null && (at.tagName === 'body' || at.tagName === 'frame'))
    at = at.parentNode as xmldom.Element | null;
  return at?.tagName === 'worldbody' && at.parentNode === body.ownerDocument?.documentElement;
}
