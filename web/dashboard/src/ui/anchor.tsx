import { type AnchorProps, Anchor as MantineAnchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'

/** A link within the dashboard. */
export function Anchor({ href, children, ...props }: AnchorProps & { href: string; children: ReactNode }) {
  return (
    <MantineAnchor component={Link} href={href} underline="always" {...props}>
      {children}
    </MantineAnchor>
  )
}
