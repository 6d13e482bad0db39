import { aircraftStatuses } from '#contract/statuses.ts';
import type { Asking, PagedList } from './list/asking.ts';
import { listOf } from './list/paging.ts';
import { statusOf } from './list/values.ts';

type EquipmentRow = {
  equipmentId: string;
  name: string;
  type: string;
  serialNumber: string;
  locationId: string;
  location: string;
  status: number;
};

/** Equipment items. Their members are not shown in the specification (section 2.9); these are ours. */
export function listEquipment(asking: Asking): PagedList {
  const selection = {
    columns: `equipment.guid AS equipmentId, equipment.name AS name, kind AS type, serial AS serialNumber,
      location.guid AS locationId, location.name AS location, status`,
    from: 'equipment JOIN location ON location.id = location_id',
    order: 'equipment.id',
  };
  return listOf<EquipmentRow>(asking, selection, ({ equipmentId, name, type, serialNumber, ...row }) => ({
    equipmentId,
    name,
    type,
    serialNumber,
    location: { locationId: row.locationId, name: row.location },
    status: statusOf(aircraftStatuses, row.status),
  }));
}
