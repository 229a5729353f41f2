/**
 * Runs tasks one after the other: at once, unless one before has to wait.
 *
 * Guarantees: a task never starts before the one before it has ended.
 */

type Task = () => Promise<void> | undefined;

export class TaskQueue {
  #tasks: Task[] = [];
  #isBusy = false;
  #waiting: (() => void)[] = [];
  readonly #onIdle: () => void;

  /** `onIdle`: nothing more can be done now, because all is done or a task waits. */
  constructor(onIdle: () => void = () => undefined) {
    this.#onIdle = onIdle;
  }

  get isIdle(): boolean {
    return !this.#isBusy && this.#tasks.length === 0;
  }

  add(task: Task): void {
    this.#tasks.push(task);
    this.#run();
  }

  /** Resolves when all tasks are done; `null` if they are. */
  waitUntilIdle(): Promise<void> | null {
    if (this.isIdle) return null;
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #run(): void {
    while (!this.#isBusy) {
      const task = this.#tasks.shift();
      if (!task) break;
      const waits = task();
      if (!waits) continue;
      this.#isBusy = true;
      void waits.then(() => {
        this.#isBusy = false;
        this.#run();
        this.#onIdle();
      });
    }
    if (!this.isIdle) return;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
