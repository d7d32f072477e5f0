import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { shade, useSettings } from '@/lib/settings'

/**
 * The component library, around the parts that use it: so a page without them
 * does not load it. Its variables come from theme/tokens.css, because the
 * content policy allows no inline style sheet.
 */
export function Library({ children }: { children: ReactNode }) {
  const { theme } = useSettings()
  return (
    <MantineProvider forceColorScheme={shade(theme)} withCssVariables={false} withGlobalClasses={false} withStaticClasses={false}>
      {children}
    </MantineProvider>
  )
}
