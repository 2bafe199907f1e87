/** Instruction codes and types of the WebAssembly core specification, chapter 5, as far as they are used. */
import { Op } from './ops.js';

export const W = {
  loop: 0x03,
  if: 0x04,
  else: 0x05,
  end: 0x0b,
  branchIf: 0x0d,
  call: 0x10,
  select: 0x1b,
  localGet: 0x20,
  localSet: 0x21,
  localTee: 0x22,
  f64Load: 0x2b,
  f64Store: 0x39,
  i32Const: 0x41,
  i64Const: 0x42,
  f64Const: 0x44,
  i32Eqz: 0x45,
  i32LessUnsigned: 0x49,
  f64Equal: 0x61,
  f64NotEqual: 0x62,
  f64Less: 0x63,
  f64LessEqual: 0x65,
  i32Add: 0x6a,
  i32And: 0x71,
  i32Or: 0x72,
  i32ShiftLeft: 0x74,
  i64ShiftLeft: 0x86,
  i64ShiftRightUnsigned: 0x88,
  f64Abs: 0x99,
  f64Neg: 0x9a,
  f64Floor: 0x9c,
  f64Sqrt: 0x9f,
  f64Add: 0xa0,
  f64Sub: 0xa1,
  f64Mul: 0xa2,
  f64Div: 0xa3,
  i32WrapI64: 0xa7,
  f64ConvertI32Signed: 0xb7,
  f64ConvertI32Unsigned: 0xb8,
  i64ReinterpretF64: 0xbd,
  f64ReinterpretI64: 0xbf,
} as const;

export const i32Type = 0x7f;
export const f64Type = 0x7c;
export const v128Type = 0x7b;
/** The type of a block without a result. */
export const empty = 0x40;

/** Operations on numbers. */
export const numeric: Readonly<Record<number, number>> = {
  [Op.add]: W.f64Add,
  [Op.sub]: W.f64Sub,
  [Op.mul]: W.f64Mul,
  [Op.div]: W.f64Div,
  [Op.neg]: W.f64Neg,
  [Op.sqrt]: W.f64Sqrt,
  [Op.abs]: W.f64Abs,
  [Op.floor]: W.f64Floor,
};

export const comparisons: Readonly<Record<number, number>> = {
  [Op.less]: W.f64Less,
  [Op.lessEqual]: W.f64LessEqual,
  [Op.equal]: W.f64Equal,
};

/** Vector instructions of two 64-bit floats, behind the prefix 0xfd. */
export const V = { loadSplat: 10, splat: 20, extractLane: 33, replaceLane: 34 } as const;
export const vectorPrefix = 0xfd;

export const vectorNumeric: Readonly<Record<number, number>> = {
  [Op.add]: 0xf0,
  [Op.sub]: 0xf1,
  [Op.mul]: 0xf2,
  [Op.div]: 0xf3,
  [Op.neg]: 0xed,
  [Op.sqrt]: 0xef,
  [Op.abs]: 0xec,
  [Op.floor]: 0x75,
};
