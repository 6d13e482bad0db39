import { describe, expect, it } from 'vitest';
import { scheduleAt } from '#e2e/fixtures/samples/sampleReadiness.ts';
import { fleetHorizons } from '#domain/maintenance/horizon.ts';
import { aircraft, hoursLeft, item, now, reservationAt, status } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { crossingReservations, upkeepByAircraft } from './upkeep.ts';

const other = aircraft({ aircraftId: 'a2', tailNumber: 'N513SP' });

describe('upkeep', () => {
  it("gives each aircraft's worst reminder by the service’s own status", () => {
    const items = [
      item({ maintenanceReminderId: 'ok' }),
      item({ maintenanceReminderId: 'warning', status: status(2) }),
      item({ maintenanceReminderId: 'expired', status: status(3) }, other),
    ];
    const upkeep = upkeepByAircraft(items, null);
    expect(upkeep.get('a1')).toMatchObject({ worst: { key: 'warning' }, alert: 'warning' });
    expect(upkeep.get('a2')).toMatchObject({ worst: { key: 'expired' }, alert: 'expired' });
  });

  it('leaves out switched-off reminders and those permanently complied with', () => {
    const items = [
      item({ maintenanceReminderId: 'done', status: status(3), permanentlyComplied: true }),
      item({ maintenanceReminderId: 'off', status: status(3), active: false }),
    ];
    expect(upkeepByAircraft(items, null).get('a1')).toBeUndefined();
  });

  it('compares the hours to the nearest limit with the hours booked until then', () => {
    const near = item({ maintenanceReminderId: 'near', timeOptions: hoursLeft(6.2) });
    const far = item({ maintenanceReminderId: 'far', timeOptions: hoursLeft(80) });
    const reservations = [
      reservationAt('2026-05-12T14:00', '2026-05-12T16:00'),
      reservationAt('2026-05-13T08:00', '2026-05-13T11:00'),
    ];
    const horizons = fleetHorizons([near, far], scheduleAt(reservations, now), { now, factor: 0.69 });
    expect(upkeepByAircraft([far, near], horizons).get('a1')).toMatchObject({ hoursLeft: 6.2, hoursBooked: 5 });
  });

  it('has no hours if no reminder counts them', () => {
    expect(upkeepByAircraft([item()], new Map()).get('a1')).toMatchObject({ hoursLeft: null, hoursBooked: null });
  });
});

describe('the reservations that cross a limit', () => {
  it('are those in which the hours likely run out', () => {
    const near = item({ timeOptions: hoursLeft(2) });
    const first = reservationAt('2026-05-12T14:00', '2026-05-12T16:00');
    const second = reservationAt('2026-05-13T08:00', '2026-05-13T11:00');
    const horizons = fleetHorizons([near], scheduleAt([first, second], now), { now, factor: 0.69 });
    expect([...crossingReservations(horizons)]).toEqual([second.key]);
    expect(crossingReservations(null).size).toBe(0);
  });
});
