import { alertsBench } from './alerts.ts';
import { boardBench } from './board.ts';
import { clusterBench } from './cluster/clusterBench.ts';
import { daysBench } from './days.ts';
import { figuresBench } from './figures.ts';
import { gatewayBench } from './gateway.ts';
import { hostileBench } from './hostile/hostileBench.ts';
import { interactionsBench } from './interactions.ts';
import { loadBench } from './load.ts';
import { maintenanceBench } from './maintenance.ts';
import { operatorBench } from './operator.ts';
import { type Bench, print } from './outcome.ts';
import { planningBench } from './planning/planningBench.ts';
import { readinessBench } from './readiness/readinessBench.ts';
import { replicaBench } from './replica.ts';
import { reportsBench } from './reports/reportsBench.ts';
import { conflictsBench, timelineBench } from './timeline/timelineBench.ts';

const benches: { readonly [name: string]: Bench } = {
  alerts: alertsBench,
  board: boardBench,
  cluster: clusterBench,
  conflicts: conflictsBench,
  days: daysBench,
  figures: figuresBench,
  gateway: gatewayBench,
  hostile: hostileBench,
  interactions: interactionsBench,
  load: loadBench,
  maintenance: maintenanceBench,
  operator: operatorBench,
  planning: planningBench,
  readiness: readinessBench,
  replica: replicaBench,
  reports: reportsBench,
  timeline: timelineBench,
};

const [name, ...args] = process.argv.slice(2);
const unknown = name !== undefined && !Object.hasOwn(benches, name);
if (unknown) {
  console.error(`There is no benchmark "${name}"; there are: ${Object.keys(benches).join(', ')}.`);
  process.exitCode = 2;
} else {
  for (const [known, bench] of Object.entries(benches)) {
    if (name === undefined || name === known) print(known, await bench(args));
  }
}
