/** The command line: verbs, arguments and options. The command page is generated from it. */
import { Command } from 'commander';
import type { CheckOptions } from './check.js';
import type { Context } from './context.js';
import type { ConvertOptions } from './convert.js';
import { exit, exitMeanings } from './exit.js';
import type { ExportOptions } from './export.js';
import type { FiguresOptions } from './figures.js';
import { projectMarks } from './files.js';
import type { MarginOptions } from './margin.js';
import type { MeasureOptions } from './measure.js';
import type { RunOptions } from './run.js';
import type { ShowOptions } from './show.js';
import { version } from './version.js';

export interface Line {
  readonly program: Command;
  /** Exit status of the verb that ran. */
  status(): number;
}

const collect = (value: string, before: string[] = []): string[] => [...before, value];

/** What a robot may be, for the help. */
const robotWords =
  'URDF, xacro or MJCF; a folder or a .zip with one of them in it; or a file in a zip: arm.zip/urdf/arm.urdf';

/** Adds the options of a robot to a verb. */
function withRobotOptions(verb: Command): Command {
  return verb
    .option(
      '--root <dir>',
      'a folder whose files may be read too, and where packages are looked for (repeatable)',
      collect,
    )
    .option('--package <name=dir>', 'the folder of a package (repeatable)', collect)
    .option('--arg <name:=value>', 'an argument of a xacro file (repeatable)', collect);
}

/** Each verb's code is loaded only when it is called. */
export function makeProgram(context: Context): Line {
  let status: number = exit.done;
  const program = new Command('pliant');
  program
    .description('Decide how a robot arm gives way: simulate, measure and check compliance controllers.')
    .version(version(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .exitOverride()
    .configureOutput({ writeOut: context.out, writeErr: context.talk })
    .addHelpText(
      'after',
      `\nExit status:\n${exitMeanings.map(([code, meaning]) => `  ${code}  ${meaning}`).join('\n')}`,
    );

  const readable =
    'Files are read from the folder of the command, from the folders of the files that are named in it, and from the ' +
    `project of the scenario: the nearest folder around it that holds ${projectMarks.join(', ').replace(/, ([^,]*)$/, ' or $1')}. ` +
    '--root adds others.';
  const json = ['--json', 'print the result as JSON'] as const;
  const set = ['--set <path=value>', 'set a value of the scenario by its path (repeatable)'] as const;

  const check = program
    .command('check')
    .summary('find what is wrong with a robot or a scenario, without running it')
    .description(
      'Reads a robot description or a scenario and reports everything that is wrong with it: unknown keys, wrong units, ' +
        'a goal out of reach, a start outside the limits, torque limits below gravity, gains that cannot be stable at the tick. ' +
        'What a robot file is wrong in is grouped by what one can do about it. ' +
        readable,
    )
    .argument('<file>', `a robot (${robotWords}) or a scenario (YAML, JSON)`)
    .option(set[0], set[1], collect);
  withRobotOptions(check)
    .option('--fix <file>', 'write a corrected copy of the robot, with every change listed')
    .option('--assume <code>', 'fix what is only likely, too, by its code, or all (repeatable)', collect)
    .option('--force', 'overwrite a file that is there already')
    .option(...json)
    .action(async (file: string, options: CheckOptions) => {
      const { check } = await import('./check.js');
      status = await check(context, file, options);
    });

  const show = program
    .command('show')
    .summary('print what a robot is: links, joints, masses, poses, gravity, mass matrix')
    .description(
      'Prints the tree of links and joints with types, axes, limits and masses, the centre of mass, frame poses as position ' +
        'and [w, x, y, z], gravity torque, mass matrix and the Jacobian of a frame, at a configuration.',
    )
    .argument('<robot>', `a robot: ${robotWords}`)
    .option('--at <joints>', 'joint positions: j1=0.3,j2=30 deg; or a YAML or JSON file of them')
    .option(
      '--frame <name>',
      'the frame whose Jacobian is printed; by default the last link of the longest chain',
    )
    .option(
      '--servos <file>',
      'a YAML or JSON map from joints to servos: what they read is shown, and `--at` takes it',
    )
    .option('--meshes', 'read the mesh files too: triangles, the box that each fills, and wrong units');
  withRobotOptions(show)
    .option(...json)
    .action(async (robot: string, options: ShowOptions) => {
      const { show } = await import('./show.js');
      status = await show(context, robot, options);
    });

  const convert = program
    .command('convert')
    .summary('write a robot as plain URDF')
    .description(
      'Writes any robot as one URDF file without macros or includes. Meshes are spelt so that they are found from where the ' +
        'file is written; package:// stays. Named frames become links, several roots get one in front of them; what URDF ' +
        'cannot say is named.',
    )
    .argument('<robot>', `a robot: ${robotWords}`)
    .option('--out <file>', 'the file to write; by default it goes to standard output')
    .option('--force', 'overwrite a file that is there already');
  withRobotOptions(convert)
    .option(...json)
    .action(async (robot: string, options: ConvertOptions) => {
      const { convert } = await import('./convert.js');
      status = await convert(context, robot, options);
    });

  const run = program
    .command('run')
    .summary('simulate a scenario, record and measure it')
    .description(
      'Runs a scenario and writes one folder: the scenario as given, the scenario with every default filled in, the log ' +
        '(MCAP), the measures, about.json and a report. ' +
        readable,
    )
    .argument('<scenario...>', 'a scenario (YAML, JSON); several are run one after the other')
    .option(set[0], set[1], collect)
    .option(
      '--out <dir>',
      'the folder to write (of several scenarios, one in it for each); by default a new one under runs/',
    );
  withRobotOptions(run)
    .option('--timing', 'print how long each phase took')
    .option(...json)
    .action(async (scenarios: string[], options: RunOptions) => {
      const { runAll } = await import('./runs.js');
      status = await runAll(context, scenarios, options);
    });

  const margin = program
    .command('margin')
    .summary('say before a run where it rests, where friction may hold it, and what the tick bears')
    .description(
      'Works out from the scenario alone, without running it: every minimum of the total potential that a search from many ' +
        'starts finds, with what balances there and the one where a run from the start ends; how far short of it Coulomb ' +
        'friction may hold the arm, and the least stiffness that brings it near enough; and how far each gain is from what ' +
        'the tick bears. Of what the tool can touch it says whether the loop is stable there, what damping it needs, how hard it ' +
        'hits, and of a guarded move how far it stops. A warning is no failure. ' +
        readable,
    )
    .argument('<scenario>', 'a scenario (YAML, JSON)')
    .option(set[0], set[1], collect)
    .option('--within <distance>', 'how near to its goal the arm is wanted; 5mm by default')
    .option('--starts <count>', 'random starts of the search for minima; 100 by default')
    .option(
      '--surface <stiffness>',
      'the stiffness of every surface that is touched, in place of its own; without one, of a wall before the tool: 50 N/mm',
    )
    .option('--all', 'print every minimum, however many; by default the likeliest of many')
    .option('--response', 'print what a hand feels of the tool over frequencies, beside what is wanted');
  withRobotOptions(margin)
    .option(...json)
    .action(async (scenario: string, options: MarginOptions) => {
      const { margin } = await import('./margin.js');
      status = await margin(context, scenario, options);
    });

  const exported = program
    .command('export')
    .summary('write the controller of a scenario as C, JavaScript or WebAssembly')
    .description(
      'Writes the control program of a scenario, the same that `pliant run` steps, as code that needs nothing else: C99 as a header ' +
        'and a source file, or an ECMAScript module (plain JavaScript, or with WebAssembly in it) with TypeScript declarations. The header ' +
        'says what has to be called when, and has a name for every input, output, parameter and state. Events of the scenario are not in it. ' +
        readable,
    )
    .argument('<scenario>', 'a scenario (YAML, JSON)')
    .option(set[0], set[1], collect)
    .option('--to <language>', 'c, javascript or wasm; c by default')
    .option(
      '--name <name>',
      'what files and, in C, all names begin with; by default that of the scenario file',
    )
    .option('--out <dir>', 'the folder to write to; by default that of the command')
    .option('--force', 'overwrite files that are there already');
  withRobotOptions(exported)
    .option(...json)
    .action(async (scenario: string, options: ExportOptions) => {
      const { exportCode } = await import('./export.js');
      status = await exportCode(context, scenario, options);
    });

  program
    .command('measure')
    .summary('identify the tool below a force sensor from a record')
    .description(
      'Takes a record with the raw wrench of a sensor and its attitude, picks the stretches in which it rests, and works out mass and ' +
        'centre of what hangs below it and the bias of all six readings, each with how far off it is in 95 of 100 cases, with the lines to paste into a ' +
        'scenario. Where the poses cannot show a number it says which one, and which poses to add.',
    )
    .argument(
      '<record>',
      'a folder of `pliant run`, its log (MCAP), or a table (CSV) of time,fx,fy,fz,nx,ny,nz,qw,qx,qy,qz',
    )
    .requiredOption('--identify <sensor>', 'the sensor, by its name')
    .option('--still <angle>', 'how far it may turn in a stretch that counts as rest; 0.2deg by default')
    .option('--least <time>', 'how long such a stretch is at least; 0.3s by default')
    .option('--settle <time>', 'how much of its beginning does not count; 0.2s by default')
    .option(...json)
    .action(async (record: string, options: MeasureOptions) => {
      const { measure } = await import('./measure.js');
      status = await measure(context, record, options);
    });

  const ids = (value: string, before: string[] = []): string[] => [
    ...before,
    ...value.split(',').filter((id) => id !== ''),
  ];
  program
    .command('figures')
    .summary('reproduce the published figures of impedance, admittance and virtual model control')
    .description(
      'Runs the models of the published texts with this toolkit’s own laws and prints for every figure where it stands, what is ' +
        'printed there, what comes out and within what tolerance, and the verdict: it reproduces, it does so with an ' +
        'assumption, the text contradicts its model, or it cannot be reproduced, and why. F: printed figures; M: what the models ' +
        'give besides; C: closed forms. Exits with 1 where a number is not what it should be.',
    )
    .option('--only <ids>', 'these figures: F20,F41,M1 (repeatable)', ids)
    .option(
      '--perturb',
      'make every stiffness of the bench 5 % more and print which figures notice; fails below 80 %',
    )
    .option(
      '--project <dir>',
      'the folder with examples/vmc and robots, for F2 to F17; by default that of the command, or the one around its program',
    )
    .option(...json)
    .action(async (options: FiguresOptions) => {
      const { figures } = await import('./figures.js');
      status = await figures(context, options);
    });

  program
    .command('doctor')
    .summary('say whether this machine can do everything, and prove it')
    .description(
      'Prints versions, looks for gcc, clang and Chromium, compares all back ends on a small program bit for bit, ' +
        'and runs a small scenario from end to end.',
    )
    .option(...json)
    .action(async (options: { json?: true }) => {
      const { doctor } = await import('./doctor.js');
      status = await doctor(context, options);
    });

  for (const verb of program.commands)
    verb.exitOverride().configureOutput({ writeOut: context.out, writeErr: context.talk });
  return { program, status: () => status };
}
