// Broken control planes, each with one fault: the simulation must find them.
import {
  MASTER_TIMES,
  MasterControl,
  type MasterControlEffect,
  type MasterControlEvent,
  type MasterControlOptions,
  Seats,
  WORKER_TIMES,
  WorkerControl,
  type WorkerControlOptions,
} from '#dist/control-plane/index.js';
import { Recruiting } from '#dist/control-plane/recruiting.js';
import type { ControlFactories } from '#dist/sim/cluster/index.js';
import type { SimStartCommand } from '#dist/sim/cluster/work.js';

/** Applies the fault; `undo` takes back what it has changed outside its factories. */
export interface Mutant {
  readonly factories: ControlFactories;
  undo(): void;
}

const keep = () => {};

/** A master whose effects pass through a filter. */
function masterWithout(isDropped: (effect: MasterControlEffect) => boolean): ControlFactories {
  class Filtered extends MasterControl {
    override handle(event: MasterControlEvent, now: number): MasterControlEffect[] {
      return super.handle(event, now).filter((effect) => !isDropped(effect));
    }
  }
  return { createMaster: (options) => new Filtered(options) };
}

const worker = (
  create: (options: WorkerControlOptions) => WorkerControl<SimStartCommand>,
): Mutant => ({ factories: { createWorker: create }, undo: keep });

const master = (options: Partial<MasterControlOptions>): Mutant => ({
  factories: { createMaster: (given) => new MasterControl({ ...given, ...options }) },
  undo: keep,
});

/** Replaces a method or a getter of a class, and puts the old one back. */
function patched<T extends object>(
  prototype: T,
  name: keyof T,
  change: PropertyDescriptor,
): Mutant {
  const before = Object.getOwnPropertyDescriptor(prototype, name)!;
  Object.defineProperty(prototype, name, { configurable: true, ...change });
  return { factories: {}, undo: () => Object.defineProperty(prototype, name, before) };
}

export const mutants: Readonly<Record<string, () => Mutant>> = {
  'a worker keeps its seats, however long its master is silent': () =>
    worker((options) => {
      const times = { ...WORKER_TIMES, masterLease: Number.POSITIVE_INFINITY };
      return new WorkerControl({ ...options, times });
    }),

  'a master never takes back a seat whose lease has run out': () =>
    master({ times: { ...MASTER_TIMES, seatLease: Number.POSITIVE_INFINITY } }),

  'a master grants a seat again before its lease has run out': () =>
    patched(Seats.prototype, 'vacant', {
      get(this: Seats) {
        return Array.from({ length: this.size - 1 }, (_, index) => index + 1).reverse();
      },
    }),

  'all seats of a worker share one lease': () => {
    const { renew } = Seats.prototype;
    return patched(Seats.prototype, 'renew', {
      value(this: Seats, ...[of, seat, now]: Parameters<Seats['renew']>) {
        const held = this.entries.filter(({ worker }) => worker.id === of.id);
        for (const each of held) renew.call(this, of, each, now);
        return renew.call(this, of, seat, now);
      },
    });
  },

  'the list of seats is never sent again': () => ({
    factories: masterWithout(({ type, ...effect }) => {
      return type === 'command' && 'command' in effect && effect.command.type === 'seats';
    }),
    undo: keep,
  }),

  'a worker that holds a seat of another gets no command to give it up': () => ({
    factories: masterWithout((effect) => {
      return effect.type === 'command' && 'seats' in effect.command;
    }),
    undo: keep,
  }),

  'a worker does not compare versions and games': () => {
    class Careless extends WorkerControl<SimStartCommand> {
      protected override mismatch(): undefined {}
    }
    return worker((options) => new Careless(options));
  },

  'a worker that leaves still takes seats': () => {
    class Staying extends WorkerControl<SimStartCommand> {
      override get isLeaving(): boolean {
        return false;
      }
    }
    return worker((options) => new Staying(options));
  },

  'a worker obeys a start command twice': () => {
    class Obedient extends WorkerControl<SimStartCommand> {
      protected override isRepeated(): boolean {
        return false;
      }
    }
    return worker((options) => new Obedient(options));
  },

  'a worker promises the same slots to two masters': () => {
    class Generous extends WorkerControl<SimStartCommand> {
      protected override freeSlots(job: string, now: number): number {
        return super.freeSlots(job, now + 2 * WORKER_TIMES.reservation);
      }
    }
    return worker((options) => new Generous(options));
  },

  'slots stay reserved for ever': () =>
    worker((options) => {
      const times = { ...WORKER_TIMES, reservation: Number.POSITIVE_INFINITY };
      return new WorkerControl({ ...options, times });
    }),

  'a master follows every free-slot notice': () =>
    patched(Recruiting.prototype, 'followNotice', { value: () => true }),

  'a master does not look for workers again': () =>
    master({ times: { ...MASTER_TIMES, rescan: Number.POSITIVE_INFINITY } }),

  'a master never gives up a scan without a result': () =>
    master({ times: { ...MASTER_TIMES, scanLimit: 1e9 } }),

  'a master uses more seats than it may': () => master({ maxSeats: 100 }),

  'a master gives seats to a worker, however many of its processes die': () => {
    class Forgiving extends MasterControl {
      override handle(event: MasterControlEvent, now: number): MasterControlEffect[] {
        if (event.type !== 'notice' || event.notice.type !== 'failed' || !event.notice.dead) {
          return super.handle(event, now);
        }
        const { worker, self } = event.notice;
        const notice = { type: 'leaving', worker, seats: [self] } as const;
        return super.handle({ type: 'notice', notice }, now);
      }
    }
    return { factories: { createMaster: (options) => new Forgiving(options) }, undo: keep };
  },
};
