import type { Role } from '#contract/access/roles.ts';

const roleNames: Readonly<Record<Role, string>> = {
  manager: 'Manager',
  dispatcher: 'Dispatcher',
  maintenance: 'Maintenance',
  instructor: 'Instructor',
  display: 'Wall display',
};

/** A role in words. */
export function roleName(role: Role): string {
  return roleNames[role];
}
