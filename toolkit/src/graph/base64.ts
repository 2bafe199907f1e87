/** Bytes as text (RFC 4648, section 4). */
const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

export function base64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let i = 0; i < bytes.length; i += 3) {
    const [a, b = 0, c = 0] = bytes.subarray(i, i + 3);
    const last = bytes.length - i;
    parts.push(digits[a >> 2], digits[((a & 3) << 4) | (b >> 4)]);
    parts.push(last > 1 ? digits[((b & 15) << 2) | (c >> 6)] : '=', last > 2 ? digits[c & 63] : '=');
  }
  return parts.join('');
}
