import { t } from '@lingui/core/macro'
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

const teal: MantineColorsTuple = [
  '#effcf9',
  '#d5f5ee',
  '#a9e9dc',
  '#74d6c6',
  '#43bcab',
  '#2a9f90',
  '#1b8075',
  '#0f6e66',
  '#0d5a54',
  '#0b4a46',
]

/** Greys of the dark theme, in the hue of its surfaces. */
const dark: MantineColorsTuple = [
  '#d3dad8',
  '#b9c2bf',
  '#85918e',
  '#697572',
  '#44514e',
  '#36423f',
  '#252e2c',
  '#1b2221',
  '#151b1a',
  '#101514',
]

const closeLabel = () => ({ 'aria-label': t`Close` })

export const theme = createTheme({
  colors: { teal, dark },
  primaryColor: 'teal',
  primaryShade: { light: 7, dark: 7 },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily:
    'Inter, ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  headings: { fontWeight: '650', sizes: { h1: { fontSize: '1.5rem' }, h2: { fontSize: '1.125rem' } } },
  components: {
    // Capitals would stand out too much among other text.
    Badge: { defaultProps: { tt: 'none' } },
    // Default labels for screen readers, in the language that is loaded by then; a component's own label wins.
    CloseButton: { defaultProps: closeLabel },
    Modal: { defaultProps: () => ({ closeButtonProps: closeLabel() }) },
    Drawer: { defaultProps: () => ({ position: 'right', closeButtonProps: closeLabel() }) },
    PasswordInput: {
      defaultProps: () => ({ visibilityToggleButtonProps: { 'aria-label': t`Show password` } }),
    },
    // Yellow on white has too little contrast.
    Alert: { styles: { title: { color: 'var(--usher-strong)' } } },
    // The page already has a banner landmark; a dialog's header must not be a second one.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    DrawerHeader: { defaultProps: { role: 'presentation' } },
  },
})

/** Colours of text at least as strong as WCAG 2.2 AA asks for (4.5 to 1), where Mantine's own are weaker. */
export const cssVariables: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': colors.gray[7],
    '--mantine-color-placeholder': colors.gray[7],
    '--mantine-color-error': colors.red[9],
    '--mantine-color-red-filled': colors.red[9],
    '--mantine-color-red-filled-hover': colors.red[9],
    '--mantine-color-red-outline': colors.red[9],
    '--mantine-color-red-light-color': colors.red[9],
    '--mantine-color-anchor': teal[7],
  },
  dark: {
    '--mantine-color-dimmed': colors.dark[1],
    '--mantine-color-placeholder': colors.dark[1],
    '--mantine-color-error': colors.red[4],
    '--mantine-color-red-filled': colors.red[9],
    '--mantine-color-red-filled-hover': colors.red[9],
    '--mantine-color-red-outline': colors.red[4],
    '--mantine-color-red-light-color': colors.red[4],
    '--mantine-color-anchor': teal[3],
  },
})
