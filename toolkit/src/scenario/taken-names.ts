/** Names that a scenario may not give, and what bears them already. */

export const takenElements = {
  payload: 'it is what the arm carries',
  'payload-centre': 'it is the centre of what the arm carries',
  buffers: 'it is what acts before the ends of joints',
  'buffers-sliding': 'it is what acts before the ends of joints that slide',
};

export const takenLaws = {
  laws: 'it is that of all laws',
  servo: 'it is what turns motions into joints',
  sensor: 'it is that of all sensors',
  velocity: 'it is the joint velocities that laws read',
};

export const takenPoints = {
  tool: 'it is the robot’s tool',
  world: 'it is the world’s origin and axes',
  ...takenElements,
};
