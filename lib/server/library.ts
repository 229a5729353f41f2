/** The library of one data folder: the services that keep its recordings and write into them. */

import { GradeStore } from "./conform/grade-store.ts";
import type { TeamCallPreparer } from "./demo-team.ts";
import { Exchanges } from "./exchange/exchanges.ts";
import { RunningExchanges } from "./exchange/running-exchanges.ts";
import { Inboxes } from "./inbox/inbox.ts";
import { LibraryTaps } from "./library-taps.ts";
import { loadMaskFactory, type MaskFactory } from "./masking/mask-factory.ts";
import { LimitStore } from "./recording/limit-store.ts";
import { RequestStore } from "./recording/request-store.ts";
import { Recordings } from "./recordings.ts";
import type { Settings } from "./settings.ts";
import type { StoreSettings } from "./store/store-settings.ts";

interface LibrarySettings extends Settings {
  /** Key for calls to this server's own demo agent; absent if no token is required. */
  demoKey?: string;
  /** The store that this library shares with others. */
  sharedStore?: StoreSettings;
  /** This server's own demo team. */
  demoTeam?: TeamCallPreparer;
  /** Is told when an exchange with an agent has ended. */
  onExchangeEnd?(recording: string, exchange: string): void;
}

export class Library {
  readonly dataFolder: string;
  readonly limits: LimitStore;
  readonly requests: RequestStore;
  readonly grades: GradeStore;
  readonly recordings: Recordings;
  readonly exchanges: Exchanges;
  readonly inboxes: Inboxes;
  readonly taps: LibraryTaps;

  constructor(settings: LibrarySettings) {
    const { dataFolder, users, sharedStore, demoKey, demoTeam } = settings;
    const limits = new LimitStore(dataFolder, {
      initialValues: settings.limits,
      isShared: users.length > 0,
    });
    const recordings = new Recordings({ dataFolder, limits, sharedStore });
    let maskFactory: Promise<MaskFactory> | null = null;
    const getMaskFactory = () => {
      maskFactory ??= loadMaskFactory(dataFolder);
      return maskFactory;
    };
    const onEnd = (recording: string, exchange: string) => {
      recordings.noteChange(recording);
      settings.onExchangeEnd?.(recording, exchange);
    };
    const running = new RunningExchanges(recordings);
    const shared = { recordings, running, limits, getMaskFactory };
    this.dataFolder = dataFolder;
    this.limits = limits;
    this.requests = new RequestStore(dataFolder);
    this.grades = new GradeStore(dataFolder);
    this.recordings = recordings;
    this.inboxes = new Inboxes(shared);
    this.exchanges = new Exchanges({
      ...shared,
      settings,
      demoKey,
      demoTeam,
      getSecrets: (recording) => this.inboxes.getSecrets(recording),
      onEnd,
    });
    this.taps = new LibraryTaps({ recordings, limits, getMaskFactory, onCallEnd: onEnd });
  }
}
