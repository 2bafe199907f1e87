export { type XacroBounds, xacroBounds } from './bounds.js';
export { expandedXacro, expandXacro, type XacroOptions } from './expand.js';
export { isXacro, XacroComment, XacroElement, type XacroNode, XacroText } from './nodes.js';
export { xacroText } from './write.js';
