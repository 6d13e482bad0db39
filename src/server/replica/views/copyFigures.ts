import { deletedAircraftAge, replicaSets, setRow } from '#contract/sets.ts';
import type { CopyFigures, SetFigures } from '#server/observability/figureTables.ts';
import type { ReplicaStorage } from '#server/replica/storage/storage.ts';
import type { CopiedCell, Part } from '#server/replica/register/parts.ts';
import { sliceTargets } from '#server/replica/register/register.ts';
import type { Replica } from '#server/replica/replica.ts';

/** The age of deleted aircraft does not count: they are refreshed once a day. */
const rareMs = deletedAircraftAge * 1000;

/** The figures of the local copy, for `/metrics`. `now` in milliseconds of the clock for ages. */
export function copyFigures(
  { register, refresher, events, keptDays }: Pick<Replica, 'register' | 'refresher' | 'events' | 'keptDays'>,
  storage: Pick<ReplicaStorage, 'isDurable' | 'trouble'>,
  now: number,
): CopyFigures {
  const stretch = refresher.stretch();
  const parts = Map.groupBy(register.parts(), ({ set }) => set);
  const sets = replicaSets.map((set): SetFigures => {
    const pieces: readonly (Part | CopiedCell)[] = [
      ...(set === 'reservations' ? register.cells() : []),
      ...(parts.get(set) ?? []),
    ];
    const targetOf = (piece: Part | CopiedCell) =>
      'target' in piece ? piece.target : sliceTargets[register.classOf(piece)];
    const known = pieces.flatMap((piece) =>
      piece.asOf === null ? [] : { age: Math.max(0, now - piece.asOf), target: targetOf(piece) },
    );
    const counted = known.filter(({ target }) => set === 'report' || set === 'user' || target !== rareMs);
    return {
      set,
      parts: pieces.length,
      unread: pieces.length - known.length,
      oldestMs: counted.length === 0 ? null : Math.max(...counted.map(({ age }) => age)),
      targetMs: setRow(set).age * 1000,
      lateness: Math.max(0, ...known.map(({ age, target }) => age / (target * stretch))),
    };
  });
  const trouble = storage.trouble();
  return {
    sets,
    kept: keptDays.count(),
    planner: refresher.figures(),
    events: events.figures(),
    storage: { isDurable: storage.isDurable(), hasTrouble: trouble !== null },
  };
}
