/** Sets of small numbers as bits, 32 to a word: the search compares them at every step. */
type BitSet = Uint32Array;

export function setBit(bits: BitSet, place: number, isSet: boolean): void {
  const word = place >>> 5;
  const mask = 1 << (place & 31);
  bits[word] = isSet ? (bits[word] ?? 0) | mask : (bits[word] ?? 0) & ~mask;
}

export function hasBit(bits: BitSet, place: number): boolean {
  return ((bits[place >>> 5] ?? 0) & (1 << (place & 31))) !== 0;
}

export function meets(a: BitSet, b: BitSet): boolean {
  for (let place = 0; place < a.length; place++) if (((a[place] ?? 0) & (b[place] ?? 0)) !== 0) return true;
  return false;
}

export function countBits(bits: BitSet): number {
  let count = 0;
  for (const word of bits) count += bitsIn(word);
  return count;
}

export function bitsIn(word: number): number {
  let count = 0;
  for (let rest = word; rest !== 0; rest &= rest - 1) count++;
  return count;
}
