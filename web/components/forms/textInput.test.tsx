import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useForm, type Mode, type RegisterOptions } from 'react-hook-form'
import { expect, test } from 'vitest'
import { TextInput } from './TextInput.tsx'

interface Values {
  amount: string
}

interface FormProps {
  mode?: Mode
  rules: RegisterOptions<Values, 'amount'>
  disabled?: boolean
  onSubmitted?: (values: Values) => void
}

function Form({ mode, rules, disabled, onSubmitted = () => {} }: FormProps) {
  const form = useForm<Values>({ mode, defaultValues: { amount: '' } })
  return (
    <form onSubmit={(event) => void form.handleSubmit(onSubmitted)(event)}>
      <TextInput control={form.control} name="amount" label="Amount" rules={rules} disabled={disabled} />
      <button type="submit">Send</button>
    </form>
  )
}

const kinds: [string, RegisterOptions<Values, 'amount'>, string][] = [
  ['required', { required: 'wrong' }, ''],
  ['min', { min: { value: 5, message: 'wrong' } }, '4'],
  ['max', { max: { value: 5, message: 'wrong' } }, '6'],
  ['minLength', { minLength: { value: 3, message: 'wrong' } }, 'ab'],
  ['maxLength', { maxLength: { value: 3, message: 'wrong' } }, 'abcd'],
  ['pattern', { pattern: { value: /^\d+$/, message: 'wrong' } }, 'abc'],
  ['validate', { validate: (value) => value === 'right' || 'wrong' }, 'left'],
]

for (const [kind, rules, typed] of kinds) {
  test(`a form supports the rule ${kind} [S5.7]`, async () => {
    render(<Form rules={rules} />)
    if (typed) await userEvent.type(screen.getByLabelText('Amount'), typed)
    await userEvent.click(screen.getByRole('button', { name: 'Send' }))
    expect(await screen.findByText('wrong')).toBeVisible()
    expect(screen.getByLabelText('Amount')).toBeInvalid()
  })
}

const digits = { pattern: { value: /^\d+$/, message: 'wrong' } }
const modes: [Mode, { afterTyping: boolean; afterLeaving: boolean }][] = [
  ['onSubmit', { afterTyping: false, afterLeaving: false }],
  ['onBlur', { afterTyping: false, afterLeaving: true }],
  ['onChange', { afterTyping: true, afterLeaving: true }],
  ['onTouched', { afterTyping: false, afterLeaving: true }],
  ['all', { afterTyping: true, afterLeaving: true }],
]

for (const [mode, { afterTyping, afterLeaving }] of modes) {
  test(`a form supports the validation mode ${mode} [S5.5] [S5.7]`, async () => {
    render(<Form mode={mode} rules={digits} />)
    await userEvent.type(screen.getByLabelText('Amount'), 'abc')
    await waitFor(() => expect(screen.queryAllByText('wrong')).toHaveLength(afterTyping ? 1 : 0))
    await userEvent.tab()
    await waitFor(() => expect(screen.queryAllByText('wrong')).toHaveLength(afterLeaving ? 1 : 0))
    await userEvent.click(screen.getByRole('button', { name: 'Send' }))
    expect(await screen.findByText('wrong')).toBeVisible()
  })
}

test('a disabled field still submits its value [S2.14]', async () => {
  const submitted: Values[] = []
  render(<Form rules={{}} disabled onSubmitted={(values) => submitted.push(values)} />)
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(submitted).toEqual([{ amount: '' }]))
})
