import { t } from '@lingui/core/macro'
import { Tabs } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { CopyText } from './copy-text.tsx'

interface Props {
  /** What the code does: "Add a guest". */
  readonly label: string
  /** Code by language. */
  readonly samples: Readonly<Record<string, string>>
}

/** The same code in several languages. The one chosen is shown in all samples that have it, in this browser. */
export function CodeSamples({ label, samples }: Props) {
  const [preferred, setPreferred] = useLocalStorage({
    key: 'usher-code-language',
    defaultValue: 'curl',
    getInitialValueInEffect: false,
  })
  const languages = Object.keys(samples)
  const shown = languages.includes(preferred) ? preferred : (languages[0] ?? null)
  return (
    <Tabs value={shown} onChange={(language) => language && setPreferred(language)} keepMounted={false}>
      <Tabs.List aria-label={t`${label}: language`} mb="xs">
        {languages.map((language) => (
          <Tabs.Tab key={language} value={language}>
            {language}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {Object.entries(samples).map(([language, code]) => (
        <Tabs.Panel key={language} value={language}>
          <CopyText text={code} label={t`${label} with ${language}`} />
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
