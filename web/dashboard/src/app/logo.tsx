import icon from '../icon.svg'

export function Logo({ size }: { size: number }) {
  return <img src={icon} alt="" width={size} height={size} />
}
