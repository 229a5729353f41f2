/**
 * Unsaved logs that this browser keeps, in IndexedDB, so that they survive a reload.
 *
 * Guarantees: nothing is sent anywhere; only the newest logs are kept, up to a count and a size.
 */

export interface KeptLog {
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
  /** ISO 8601. */
  readonly openedAt: string;
}

interface KeptLogLimits {
  readonly count: number;
  readonly bytes: number;
  /** Of one log. */
  readonly bytesPerLog: number;
}

const MEGABYTE = 1e6;

export const KEPT_LOG_LIMITS: KeptLogLimits = {
  count: 20,
  bytes: 256 * MEGABYTE,
  bytesPerLog: 64 * MEGABYTE,
};

/** The logs to discard when one is added: the oldest, until the rest is within the limits. */
export function chooseLogsToDiscard(
  logs: readonly KeptLog[],
  added: KeptLog,
  { count, bytes }: KeptLogLimits = KEPT_LOG_LIMITS,
): KeptLog[] {
  const newestFirst = logs.filter(({ id }) => id !== added.id).toSorted(compareNewestFirst);
  let size = added.bytes;
  return newestFirst.filter((log, index) => {
    size += log.bytes;
    return index + 1 >= count || size > bytes;
  });
}

function compareNewestFirst(a: KeptLog, b: KeptLog): number {
  return a.openedAt < b.openedAt ? 1 : a.openedAt > b.openedAt ? -1 : 0;
}

/** Whether the log is within the limit for one log. */
export function isKeepable({ size }: Pick<File, "size">): boolean {
  return size > 0 && size <= KEPT_LOG_LIMITS.bytesPerLog;
}

/** A log with its content, which the browser reads from its storage when needed. */
export interface KeptFile extends KeptLog {
  readonly file: File;
}

const DATABASE = "loupe";
const STORE = "unsaved-logs";

interface KeepResult {
  readonly kept: KeptFile;
  /** Older logs that had to make room. */
  readonly discarded: readonly KeptLog[];
}

/**
 * Keeps a log as the newest and discards what exceeds the limits. Rejects if the browser has no room
 * or no storage, as in a private window.
 */
export function keepLog(file: File): Promise<KeepResult> {
  return runTransaction("readwrite", async (store) => {
    const stored = await toPromise<KeptFile[]>(store.getAll());
    const same = stored.find((log) => isSameFile(log.file, file));
    const kept: KeptFile = {
      id: same?.id ?? crypto.randomUUID(),
      name: file.name,
      bytes: file.size,
      openedAt: new Date().toISOString(),
      file,
    };
    const discarded = chooseLogsToDiscard(stored, kept);
    for (const { id } of discarded) store.delete(id);
    await toPromise(store.put(kept));
    return { kept, discarded };
  });
}

/** The file was opened before, and was not changed since. */
function isSameFile(kept: File, file: File): boolean {
  return (
    kept.name === file.name && kept.size === file.size && kept.lastModified === file.lastModified
  );
}

/** Newest first; none if the browser has no storage. */
export async function listKeptLogs(): Promise<readonly KeptFile[]> {
  try {
    const stored = await runTransaction("readonly", (store) =>
      toPromise<KeptFile[]>(store.getAll()),
    );
    return stored.toSorted(compareNewestFirst);
  } catch {
    return [];
  }
}

export async function discardKeptLogs(ids: readonly string[]): Promise<void> {
  await runTransaction("readwrite", async (store) => {
    await Promise.all(ids.map((id) => toPromise(store.delete(id))));
  });
}

/** Keeps discarded logs again, as they were. */
export async function restoreKeptLogs(logs: readonly KeptFile[]): Promise<void> {
  await runTransaction("readwrite", async (store) => {
    await Promise.all(logs.map((log) => toPromise(store.put(log))));
  });
}

/** Runs `act` in one transaction, and resolves when it is on disk. */
async function runTransaction<T>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => Promise<T>,
): Promise<T> {
  const database = await openDatabase();
  try {
    const transaction = database.transaction(STORE, mode);
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error("The storage is full."));
    });
    const [result] = await Promise.all([act(transaction.objectStore(STORE)), done]);
    return result;
  } finally {
    database.close();
  }
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "id" });
  return toPromise(request);
}

function toPromise<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
