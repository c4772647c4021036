import { useHostedDrawing } from './hostedDrawings.ts'

interface HostedIconProps {
  name: string
  width: number
  height: number
}

/** A decorative icon that is not in the bundle. Until it arrives, and if it never does, its place is empty and has the same size. */
export function HostedIcon({ name, ...box }: HostedIconProps) {
  const drawing = useHostedDrawing(name)
  return <svg {...box} aria-hidden viewBox="0 0 24 24" dangerouslySetInnerHTML={drawing} />
}
