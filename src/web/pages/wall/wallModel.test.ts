import { expect, test } from 'vitest';
import { aircraft, zone } from '#domain/maintenance/sampleMaintenance.ts';
import { boardAircraft, groundingSquawks } from './wallModel.ts';

const fleet = [
  aircraft({ aircraftId: 's', tailNumber: 'Redbird', isSimulator: true }),
  aircraft({ aircraftId: 'b', tailNumber: 'N20XY', model: { modelId: 'm', name: 'DA40' } }),
  aircraft({ aircraftId: 'a', tailNumber: 'N9AB', status: { id: 0, name: 'inactive' } }),
  aircraft({ aircraftId: 'd', tailNumber: 'N1AB', status: { id: 2, name: 'deleted' } }),
];
const ids = (filter: string) => boardAircraft(fleet, filter).map(({ aircraftId }) => aircraftId);

test('a board has all but deleted aircraft, simulators last, or those that its filter names', () => {
  expect(ids('')).toEqual(['a', 'b', 's']);
  expect(ids('da40, 9ab')).toEqual(['a', 'b']);
  expect(ids('N1AB')).toEqual([]);
});

test('of the open squawks that ground an aircraft the newest speaks', () => {
  const records = [
    { description: 'Landing light', groundAircraft: false, created: '2026-05-11T10:00:00' },
    { description: 'Flat tire', groundAircraft: true, resolved: '2026-05-11T10:00:00' },
    { description: 'Mag drop', groundAircraft: true, created: '2026-05-09T10:00:00' },
    { description: 'Brake soft', groundAircraft: true, created: '2026-05-10T10:00:00' },
  ];
  const grounding = groundingSquawks(
    [
      { aircraft: fleet[1]!, records },
      { aircraft: fleet[2]!, records: records.slice(0, 2) },
    ],
    zone,
  );
  expect([...grounding].map(([id, { description }]) => [id, description])).toEqual([['b', 'Brake soft']]);
});
