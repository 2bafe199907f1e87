import { describe, expect, it } from 'vitest';
import { memoryFiles } from '../robot/index.js';
import { checkScenario } from './check.js';

const scenario = (law: string) => `pliant: 1
name: probe
duration: 1 s
robots: { probe: { bench: { axes: [x], mass: 1 kg } } }
control:
  sensors: { wrist: {} }
  laws: { do: { ${law}, axes: world, sensor: wrist } }
  servo: { follow: drive }
plant: { bench: { drive: exact, sensors: { wrist: {} } } }
`;
const told = (law: string) =>
  checkScenario(memoryFiles({ 'a.yaml': scenario(law) }), 'a.yaml').map(
    ({ code, severity, where, expected, got }) => [severity, code, where.path, expected, got].join(' '),
  );

describe('a direction that a bench on x cannot move', () => {
  const wanted = 'of x, what the robot can move in the axes of the law';
  const guarded = 'law: guarded-move, speed: 10 mm/s, threshold: 1 N, limit: 50 mm, deceleration: 0.5 m/s2';
  it.each([
    [
      'law: admittance, mass: 1 kg, damping: 50 N s/m, selection: [y], wanted: [0, 10 N, 0]',
      'selection',
      'y',
    ],
    [`${guarded}, direction: [0, 1, 0]`, 'direction', 'y'],
    ['law: force, gain: 1 mm/N s, integral: 0.01, select: [y], wanted: [0, 5 N, 0]', 'select', 'y'],
  ])('is refused by name with what it can: %s', (law, parameter, got) => {
    expect(told(law)).toContain(`error cannot-move control.laws.do.${parameter} ${wanted} ${got}`);
    const right = law
      .replace('[y]', '[x]')
      .replace('[0, 1, 0]', '[1, 0, 0]')
      .replace(/wanted: \[0, (\S+ N), 0\]/, 'wanted: [$1, 0, 0]');
    expect(told(right).filter((line) => line.includes('cannot-move'))).toEqual([]);
  });
});

describe('a flat arm of two links', () => {
  const joint = (name: string, parent: string, child: string, x: number) =>
    `<link name="${child}"><inertial><origin xyz="0.15 0 0"/><mass value="1"/><inertia ixx="0.01" iyy="0.01" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial></link>
     <joint name="${name}" type="continuous"><parent link="${parent}"/><child link="${child}"/><origin xyz="${x} 0 0"/><axis xyz="0 0 1"/></joint>`;
  const arm = `<robot name="flat"><link name="base"/>${joint('a', 'base', 'upper', 0)}${joint('b', 'upper', 'lower', 0.3)}
    <link name="tool"/><joint name="t" type="fixed"><parent link="lower"/><child link="tool"/><origin xyz="0.3 0 0"/></joint></robot>`;
  const control = (direction: string, bend: string) => `pliant: 1
name: probe
duration: 1 s
robots: { arm: { file: arm.urdf, tool: { on: tool }, start: { b: ${bend} } } }
world: { gravity: [0, 0, 0] }
control:
  sensors: { wrist: {} }
  laws: { do: { law: guarded-move, axes: world, sensor: wrist, speed: 10 mm/s, threshold: 1 N, limit: 50 mm, deceleration: 0.5 m/s2, direction: ${direction} } }
  servo: { attitude: false, follow: { computed torque: { bandwidth: 20 rad/s } } }
plant: { rigid: { sensors: { wrist: {} } } }
`;
  const found = (direction: string, bend: string) => {
    const files = memoryFiles({ 'a.yaml': control(direction, bend), 'arm.urdf': arm });
    return checkScenario(files, 'a.yaml')
      .filter(({ severity, code }) => severity === 'error' || code.startsWith('cannot-move'))
      .map(({ severity, code }) => `${severity} ${code}`);
  };

  it('is warned of a start from which it cannot move along its links, and refused a way out of its plane', () => {
    expect(found('[1, 0, 0]', '0 deg')).toEqual(['warning cannot-move-at-start']);
    expect(found('[1, 0, 0]', '40 deg')).toEqual([]);
    expect(found('[0, 1, 0]', '0 deg')).toEqual([]);
    expect(found('[0, 0, 1]', '40 deg')).toEqual(['error cannot-move']);
  });
});
