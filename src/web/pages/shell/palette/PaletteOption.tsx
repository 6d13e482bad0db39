import { Link } from 'react-router';
import { useAddress } from '#web/ui/page/AppLink.tsx';
import style from './palette.module.css';
import type { PaletteTarget } from './usePaletteTargets.ts';

type PaletteOptionProps = {
  id: string;
  target: PaletteTarget;
  isActive: boolean;
  onPoint: () => void;
  onClose: () => void;
};

/** A real link, so that it opens in another tab too; a switch is a button. The focus stays in the field. */
export function PaletteOption({ id, target, isActive, onPoint, onClose }: PaletteOptionProps) {
  const address = useAddress();
  const shared = {
    id,
    role: 'option',
    tabIndex: -1,
    'aria-selected': isActive,
    className: style['option'],
    onPointerMove: onPoint,
  };
  const content = (
    <>
      <span>{target.label}</span>
      <small>{target.hint}</small>
    </>
  );
  if ('path' in target) {
    return (
      <Link {...shared} to={address(target.path)} onClick={onClose}>
        {content}
      </Link>
    );
  }
  const act = () => {
    onClose();
    target.act();
  };
  return (
    <button {...shared} type="button" onClick={act}>
      {content}
    </button>
  );
}
