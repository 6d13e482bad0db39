import { counted } from '#domain/words.ts';
import type { ReplicaStorage } from '#server/replica/storage/storage.ts';
import type { Cluster } from './cluster.ts';

/** The methods that write for the planner only. */
const planners = [
  'replacePart',
  'touchPart',
  'dropPart',
  'replaceCells',
  'touchCells',
  'dropCells',
  'pruneChanges',
  'noteReadings',
  'keepAlerts',
  'dropPending',
  'addMessages',
  'noteMessage',
  'pruneAlerts',
] as const satisfies readonly (keyof ReplicaStorage)[];
/** The methods that write for every gateway. */
const everyones = ['remember', 'forget'] as const satisfies readonly (keyof ReplicaStorage)[];

/**
 * A storage whose file is a working copy of the shared database. It reads and writes the file as usual, and sends
 * changes to the database at once. At a gateway that does not plan, the planner's tables stay unchanged. `cutOff`: why it
 * refuses everyone, in words; null while it does not.
 */
export function sharedStorage(
  storage: ReplicaStorage,
  cluster: Cluster,
  {
    cutOff,
    graceHours,
    keep,
  }: { readonly cutOff: () => string | null; readonly graceHours: number } & Pick<ReplicaStorage, 'keep'>,
): ReplicaStorage {
  const part = (name: string, isMine: () => boolean) =>
    [
      name,
      (...given: unknown[]) => {
        if (!isMine()) return undefined;
        const result: unknown = Reflect.get(storage, name)(...given);
        cluster.touch();
        return result;
      },
    ] as const;
  const writing = [
    ...planners.map((name) => part(name, () => cluster.isPlanner())),
    ...everyones.map((name) => part(name, () => true)),
  ];
  return {
    ...storage,
    // Every function keeps its name and its arguments.
    ...(Object.fromEntries(writing) as Pick<ReplicaStorage, (typeof planners)[number] | (typeof everyones)[number]>),
    trouble: () => cutOff() ?? cluster.trouble() ?? storage.trouble(),
    // What other gateways took away must be known here before anything is sent.
    settled: () => cluster.reached(),
    keep,
    isPlanner: () => cluster.isPlanner(),
    passOn: (wanted, isFresh) => {
      // Without the database no other gateway can be asked; the screen shows how old its data is.
      cluster.request(wanted.map(({ set, scope, from, to }) => ({ set, scope, from, to, isFresh })));
    },
    sharing: () => {
      const servers = counted(cluster.figures().gateways, 'server');
      const who = cluster.isPlanner() ? 'this one refreshes it' : 'another one refreshes it';
      const grace = `Without the database it accepts the people and links that it knows for ${counted(graceHours, 'hour')}.`;
      return `Shared by ${servers} through a database; ${who}. A copy is kept here. ${grace}`;
    },
  };
}
