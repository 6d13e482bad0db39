import { useRecordPage } from '#web/queries/lists.ts';
import { AppLink } from '#web/ui/page/AppLink.tsx';
import { useNoneText } from '#web/ui/page/connection.tsx';
import { PageHeader } from '#web/ui/panel/PageHeader.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { listAddress } from '#web/ui/records/listModel.ts';
import { RecordListPanel } from '#web/ui/records/RecordListPanel.tsx';
import { RecordView } from '#web/ui/records/RecordView.tsx';
import { useSchool } from '#web/ui/page/school.tsx';
import { useListState, useUrlText } from '#web/ui/page/urlState.ts';

const opens = { path: '/equipment', param: 'item' };

/** Equipment, of which the specification shows no members. The API has no call for one item, so it is found in the list. */
export function EquipmentPage() {
  const item = useUrlText('item').value;
  const list = useListState('listEquipment', 'all');
  const page = useRecordPage(useSchool(), 'listEquipment', list, 'equipmentId');
  const row = page.rows.find(({ key }) => key === item);
  const unlisted = useNoneText(`The service lists no equipment “${item}” on this page.`, page.reading);
  if (item === '') {
    return (
      <>
        <PageHeader title="Equipment" />
        <RecordListPanel
          title="Equipment items"
          id="listEquipment"
          list={list}
          page={page}
          opens={opens}
          none="The service lists no equipment."
        />
      </>
    );
  }
  return (
    <>
      <p style={{ margin: '0 0 8px', fontSize: '0.875rem' }}>
        <AppLink to={listAddress('/equipment', list)}>All equipment</AppLink>
      </p>
      <PageHeader title={row?.title ?? 'Equipment'} />
      <Panel title="Facts" reading={page.reading} onRetry={page.retry} empty={row ? null : unlisted}>
        <RecordView value={row?.value} />
      </Panel>
    </>
  );
}
