import { useRights, useSchool } from '#web/components/page/school.tsx';
import { AccessPanel } from './AccessPanel.tsx';
import { AuditPanel } from './AuditPanel.tsx';
import { ColumnsPanel } from './ColumnsPanel.tsx';
import { SessionPanel } from './SessionPanel.tsx';

/** Who may see the school, who is signed in, what was done, and which columns of reports are personal. */
export function AccessSection() {
  const { maySee } = useRights();
  const { who } = useSchool();
  return (
    <>
      {maySee('access') && (
        <>
          <AccessPanel />
          {who.mode !== 'open' && <SessionPanel />}
          <AuditPanel />
        </>
      )}
      {maySee('columns') && who.mode !== 'open' && <ColumnsPanel />}
    </>
  );
}
