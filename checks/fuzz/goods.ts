/** Good robot files to start from: those of this project, and those of the corpus where it is there. */
import { join } from 'node:path';
import { zipSync } from 'fflate';
import {
  type Files,
  type MujocoModule,
  memoryFiles,
  type ReadOptions,
  readRobot,
  writeUrdf,
} from 'pliant/robot';
import { corpusFiles, facts, soundRobots } from '../corpus.js';
import { checkout, folderOnDisk } from '../folders.js';
import { zoo } from '../made-robots.js';
import { namedPackages, xacroRobots } from '../xacro-corpus.js';

export const formats = ['urdf', 'xacro', 'mjcf', 'zip'] as const;
export type Format = (typeof formats)[number];

/** A robot that is read without an error. */
export interface Good {
  readonly format: Format;
  /** What is read. */
  readonly path: string;
  readonly files: Files;
  readonly options: ReadOptions;
  /** The files with text in them that reading it reads: what may be changed. */
  readonly parts: readonly string[];
  /** Bytes of all parts. */
  readonly size: number;
}

/** All good files of a format; MJCF needs MuJoCo. */
export function goodFiles(format: Format, mujoco?: MujocoModule): readonly Good[] {
  const robots = remembered(folderOnDisk(join(checkout, 'robots')));
  const others = remembered(corpusFiles);
  const good = (path: string, files: Files, options: ReadOptions = {}) =>
    withParts(format, path, files, mujoco === undefined ? options : { ...options, mujoco });
  switch (format) {
    case 'urdf':
      return [
        ...['arm6/arm6.urdf', 'arm7/arm7.urdf', 'torso/torso.urdf', 'planar2/planar2.urdf'].map((path) =>
          good(path, robots),
        ),
        ...zoo().flatMap((robot) => {
          const text = writeUrdf(robot).value;
          return text === undefined ? [] : [good('made.urdf', memoryFiles({ 'made.urdf': text }))];
        }),
        ...soundRobots().map(({ file }) => good(file, others)),
      ].filter(({ size }) => size < 100_000);
    case 'xacro':
      return [
        good('cell/urdf/cell.urdf.xacro', robots),
        ...xacroRobots().map(({ file, args }) =>
          good(file, others, { args, packages: namedPackages(), roots: ['.'] }),
        ),
      ].filter(({ path, files, options }) => readRobot(path, files, options).value !== undefined);
    case 'mjcf':
      return [
        good('planar2/planar2.xml', robots),
        ...facts((entry) => entry.format === 'mjcf' && entry.file.startsWith('good/')).map(({ file }) =>
          good(file, others),
        ),
      ];
    case 'zip': {
      return ['arm6', 'cell', 'planar2'].map((name) => {
        const inside = Object.fromEntries(
          contentsOf(robots, name).filter(([path]) => !path.endsWith('.xml') || path.endsWith('package.xml')),
        );
        return good(`${name}.zip`, memoryFiles({ [`${name}.zip`]: packed(inside) }));
      });
    }
  }
}

/** A zip that is the same whenever it is made. */
export function packed(files: Readonly<Record<string, Uint8Array>>): Uint8Array {
  return zipSync({ ...files }, { mtime: new Date(2000, 0, 1) });
}

/** Every file below a folder. */
function contentsOf(files: Files, folder: string): [string, Uint8Array][] {
  return (files.list(folder) ?? []).flatMap((name) => {
    const path = `${folder}/${name}`;
    if (name.endsWith('/')) return contentsOf(files, path.slice(0, -1));
    const content = files.read(path);
    return content === undefined ? [] : [[path, content] as [string, Uint8Array]];
  });
}

function withParts(format: Format, path: string, files: Files, options: ReadOptions): Good {
  const read = new Map<string, number>();
  const watched: Files = {
    list: (folder) => files.list(folder),
    read(file) {
      const content = files.read(file);
      if (content !== undefined && /\.(urdf|xacro|xml|yaml|zip)$/.test(file)) read.set(file, content.length);
      return content;
    },
  };
  readRobot(path, watched, options);
  const size = [...read.values()].reduce((sum, bytes) => sum + bytes, 0);
  return { format, path, files, options, parts: [...read.keys()], size };
}

/** The same, asked of the disk once; of its own memory, since a buffer's slices would be the buffer's. */
function remembered(files: Files): Files {
  const contents = new Map<string, Uint8Array | undefined>();
  const folders = new Map<string, readonly string[] | undefined>();
  const once = <T>(known: Map<string, T>, key: string, ask: (key: string) => T): T => {
    if (!known.has(key)) known.set(key, ask(key));
    return known.get(key) as T;
  };
  return {
    read: (path) =>
      once(contents, path, (p) => {
        const content = files.read(p);
        return content && new Uint8Array(content);
      }),
    list: (folder) => once(folders, folder, (f) => files.list(f)),
  };
}
