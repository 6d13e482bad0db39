import { createServer } from 'node:http';
import { everyone } from '#contract/access/grants.ts';
import { areaPaths } from '#contract/operations.ts';
import { createGateway } from '#server/http/gateway.ts';

/** The gateway without a store, in its own process: it passes on every request like a plain proxy. */
const [upstream = '', port = ''] = process.argv.slice(2);
const base = (area: keyof typeof areaPaths) => upstream + areaPaths[area];
const gateway = createGateway({
  config: {
    operatorId: 1001,
    operatorName: 'Benchmark',
    timeZone: 'America/Denver',
    zonelessTimes: 'operator',
    shiftStarts: ['06:00', '14:00', '22:00'],
    copyDays: { back: 14, ahead: 42 },
    thresholds: {},
    who: everyone,
    reportOffset: 'page',
    rateLimit: 1_000_000,
    embedded: false,
    position: null,
  },
  upstream: {
    bases: { core: base('core'), scheduling: base('scheduling'), reports: base('reports') },
    key: 'benchmark-key',
  },
  host: '127.0.0.1',
  dashboard: null,
  storeBytes: 1,
});
createServer(gateway.listener).listen(Number(port), '127.0.0.1');
