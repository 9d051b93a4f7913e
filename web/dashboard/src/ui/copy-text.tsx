import { t } from '@lingui/core/macro'
import { Button, Code, CopyButton, Group, Stack } from '@mantine/core'
import { Check, Copy } from 'lucide-react'

/** Text to copy, such as code or an identifier. Long lines scroll. */
export function CopyText({ text, label }: { text: string; label: string }) {
  return (
    <Stack gap="xs">
      <Code
        block
        tabIndex={0}
        role="group"
        aria-label={label}
        bg="var(--usher-canvas)"
        c="var(--usher-strong)"
        mah={420}
        style={{ overflow: 'auto' }}
      >
        {text}
      </Code>
      <Group>
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              size="xs"
              leftSection={copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
              aria-label={copied ? t`Copied` : t`Copy: ${label}`}
              onClick={copy}
            >
              {copied ? t`Copied` : t`Copy`}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Stack>
  )
}
