import { existsSync, readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/**
 * A copy in memory of a database file in WAL mode, as it was last committed. It only reads the file and its log, because SQLite
 * itself opens such a file only where it can write beside it. Throws the errors of the system.
 */
export function readDatabase(path: string): DatabaseSync {
  const file = readFileSync(path);
  const log = existsSync(`${path}-wal`) ? readFileSync(`${path}-wal`) : Buffer.alloc(0);
  return databaseOf(withLog(file, log));
}

/** A copy in memory of an open database. */
export function copyInMemory(database: DatabaseSync): DatabaseSync {
  return databaseOf(Buffer.from(database.serialize()));
}

function databaseOf(pages: Buffer): DatabaseSync {
  const memory = new DatabaseSync(':memory:');
  if (pages.length === 0) return memory;
  // Memory has no log: sqlite.org/fileformat2.html, section 1.3.3, versions of the format for writing and reading.
  pages.writeUInt8(1, 18);
  pages.writeUInt8(1, 19);
  memory.deserialize(pages);
  return memory;
}

const headerBytes = 32;
const frameBytes = 24;

/** The pages of a file after the whole transactions of its log (sqlite.org/fileformat2.html, section 4). */
function withLog(file: Buffer, log: Buffer): Buffer {
  if (log.length < headerBytes) return file;
  const magic = log.readUInt32BE(0);
  const pageBytes = log.readUInt32BE(8);
  const salts = log.subarray(16, 24);
  if ((magic & ~1) >>> 0 !== 0x37_7f_06_82 || pageBytes < 512) return file;
  const sum = checksums(magic % 2 === 1);
  if (!sum.isRight(log.subarray(0, 24), log, 24)) return file;
  let [pages, length] = [file, file.length];
  let waiting: { readonly at: number; readonly page: Buffer }[] = [];
  for (let at = headerBytes; at + frameBytes + pageBytes <= log.length; at += frameBytes + pageBytes) {
    const page = log.subarray(at + frameBytes, at + frameBytes + pageBytes);
    // Frames of an earlier round have other salts, and a torn one has a wrong sum.
    if (!log.subarray(at + 8, at + 16).equals(salts)) break;
    sum.add(log.subarray(at, at + 8));
    if (!sum.isRight(page, log, at + 16)) break;
    waiting.push({ at: (log.readUInt32BE(at) - 1) * pageBytes, page });
    const pagesAfter = log.readUInt32BE(at + 4);
    if (pagesAfter === 0) continue;
    length = pagesAfter * pageBytes;
    if (length > pages.length) pages = Buffer.concat([pages], length);
    for (const written of waiting) written.page.copy(pages, written.at);
    waiting = [];
  }
  return pages.subarray(0, length);
}

/** The running sums of a log, over all of it in order. */
function checksums(isBigEndian: boolean) {
  let [first, second] = [0, 0];
  const add = (bytes: Buffer) => {
    const wordAt = (at: number) => (isBigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at));
    for (let at = 0; at + 8 <= bytes.length; at += 8) {
      first = (first + wordAt(at) + second) >>> 0;
      second = (second + wordAt(at + 4) + first) >>> 0;
    }
  };
  const isRight = (bytes: Buffer, log: Buffer, at: number) => {
    add(bytes);
    return log.readUInt32BE(at) === first && log.readUInt32BE(at + 4) === second;
  };
  return { add, isRight };
}
