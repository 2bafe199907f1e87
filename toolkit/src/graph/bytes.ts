/** A growing list of bytes with the number encodings of the WebAssembly binary format. */
export class Bytes {
  #bytes = new Uint8Array(256);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  byte(x: number): void {
    if (this.#length === this.#bytes.length) this.#grow(1);
    this.#bytes[this.#length++] = x;
  }

  /** Unsigned LEB128. */
  unsigned(x: number): void {
    let rest = x;
    while (rest > 0x7f) {
      this.byte((rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    this.byte(rest);
  }

  /** Signed LEB128, 32 bits. */
  signed(x: number): void {
    let rest = x;
    for (;;) {
      const low = rest & 0x7f;
      rest >>= 7;
      const done = (rest === 0 && (low & 0x40) === 0) || (rest === -1 && (low & 0x40) !== 0);
      if (done) {
        this.byte(low);
        return;
      }
      this.byte(low | 0x80);
    }
  }

  /** 64-bit float, little-endian. */
  float(x: number): void {
    if (this.#length + 8 > this.#bytes.length) this.#grow(8);
    this.#view.setFloat64(this.#length, x, true);
    this.#length += 8;
  }

  /** A vector of bytes: its length and itself. */
  vector(bytes: Bytes): void {
    this.unsigned(bytes.length);
    this.append(bytes);
  }

  append(bytes: Bytes): void {
    if (this.#length + bytes.#length > this.#bytes.length) this.#grow(bytes.#length);
    this.#bytes.set(bytes.#bytes.subarray(0, bytes.#length), this.#length);
    this.#length += bytes.#length;
  }

  /** An ASCII name. */
  name(text: string): void {
    this.unsigned(text.length);
    for (let i = 0; i < text.length; i++) this.byte(text.charCodeAt(i));
  }

  finish(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#length);
  }

  #grow(by: number): void {
    let size = 2 * this.#bytes.length;
    while (size < this.#length + by) size *= 2;
    const bytes = new Uint8Array(size);
    bytes.set(this.#bytes);
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer);
  }
}
