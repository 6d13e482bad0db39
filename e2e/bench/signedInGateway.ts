import { createServer } from 'node:http';
import { openGateway } from '#server/open.ts';
import { readSettings } from '#server/settings.ts';

/** A process of its own: the gateway by the settings of its environment, where one client may ask as often as all others together. */
const settings = readSettings(process.env);
const shares = { burst: 1e9, perSecond: 1e9 };
const gateway = await openGateway(settings, null, undefined, { shares });
createServer(gateway.listener).listen(settings.port ?? 0, settings.host);
