/** Why a file cannot be used, or can no longer be used. */
export type FileFailure = 'in use' | 'full' | 'read-only' | 'damaged' | 'unusable';

/** By primary result code of SQLite: sqlite.org/rescode.html. */
const bySqlite: { readonly [code: number]: FileFailure } = {
  5: 'in use',
  6: 'in use',
  8: 'read-only',
  10: 'unusable',
  11: 'damaged',
  13: 'full',
  14: 'unusable',
  26: 'damaged',
};

/** By error code of the operating system. */
const bySystem: { readonly [code: string]: FileFailure } = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EACCES: 'read-only',
  EPERM: 'read-only',
  EROFS: 'read-only',
  EEXIST: 'read-only',
  ENOTDIR: 'read-only',
  EISDIR: 'read-only',
  EBUSY: 'in use',
  EIO: 'unusable',
  ELOOP: 'unusable',
  EMFILE: 'unusable',
  ENAMETOOLONG: 'unusable',
  ENOENT: 'unusable',
};

/** What an error says about the file; null for a fault of the program. */
export function fileFailureOf(error: unknown): FileFailure | null {
  if (!(error instanceof Error)) return null;
  // The upper bits of a result code are details of the primary one.
  if ('errcode' in error && typeof error.errcode === 'number') return bySqlite[error.errcode % 256] ?? null;
  return 'code' in error && typeof error.code === 'string' ? (bySystem[error.code] ?? null) : null;
}
