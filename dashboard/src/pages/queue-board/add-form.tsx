import { Button, NumberInput, TextInput } from '@mantine/core'
import { UserRoundPlus } from 'lucide-react'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { useMe } from '../../api/session.ts'
import styles from './board.module.css'
import { PhoneInput } from './phone-input.tsx'

interface AddFormProps {
  readonly queue: Schemas['Queue']
  /** What to begin with: of a guest who was refused and is put right. */
  readonly draft: Schemas['GuestCreate'] | undefined
  readonly onAdd: (body: Schemas['GuestCreate']) => void
}

/** Three fields and Enter; then the next guest can be entered at once. */
export function AddForm({ queue, draft, onAdd }: AddFormProps) {
  const { organization } = useMe()
  const nameInput = useRef<HTMLInputElement>(null)
  const [name, setName] = useState('')
  const [phone, setPhone] = useState('')
  const [party, setParty] = useState<number | string>(2)
  const [isMissing, setMissing] = useState(false)
  useEffect(() => {
    if (!draft) return
    setName(draft.name)
    setPhone(draft.phone ?? '')
    setParty(draft.party_size ?? 2)
    nameInput.current?.focus()
  }, [draft])
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    nameInput.current?.focus()
    setMissing(name.trim() === '')
    if (name.trim() === '') return
    onAdd({ name: name.trim(), phone: phone.trim() || null, party_size: Number(party) || 1 })
    setName('')
    setPhone('')
    setParty(2)
  }
  return (
    <form className={styles.add} onSubmit={submit} noValidate aria-label="Add a guest">
      <TextInput
        ref={nameInput}
        label="Name"
        autoComplete="off"
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={isMissing && 'Enter a name'}
      />
      <PhoneInput label="Phone" country={organization.country} value={phone} onChange={setPhone} />
      <NumberInput
        label="Party"
        min={queue.min_party_size}
        max={queue.max_party_size}
        value={party}
        onChange={setParty}
      />
      <Button type="submit" leftSection={<UserRoundPlus size={18} aria-hidden />}>
        Add
      </Button>
    </form>
  )
}
