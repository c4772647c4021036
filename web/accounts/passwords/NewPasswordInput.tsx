import Box from '@mui/material/Box'
import type { ComponentProps } from 'react'
import { useWatch, type FieldValues } from 'react-hook-form'
import { limits } from '#contract/limits.ts'
import { PasswordInput } from '#web/components/forms/PasswordInput.tsx'
import { Icon } from '#web/components/icons/Icon.tsx'
import { visuallyHidden } from '#web/theme/sharedStyles.ts'

type NewPasswordInputProps<Values extends FieldValues> = Omit<
  ComponentProps<typeof PasswordInput<Values>>,
  'autoComplete' | 'helperText'
>

/** An input for a new password, with the password rule below it, ticked once it is met. */
export function NewPasswordInput<Values extends FieldValues>(props: NewPasswordInputProps<Values>) {
  const password: string = useWatch({ control: props.control, name: props.name }) ?? ''
  return (
    <PasswordInput<Values>
      {...props}
      autoComplete="new-password"
      helperText={<PasswordRule isMet={password.length >= limits.password.min} />}
    />
  )
}

interface PasswordRuleProps {
  isMet: boolean
}

function PasswordRule({ isMet }: PasswordRuleProps) {
  return (
    <Box
      component="span"
      sx={(theme) => ({
        display: 'flex',
        alignItems: 'center',
        gap: 0.75,
        ...(isMet && {
          color: theme.vars!.palette.success.darker,
          ...theme.applyStyles('dark', { color: theme.vars!.palette.success.light }),
        }),
      })}
    >
      <Icon name={isMet ? 'circle-check' : 'circle'} size="small" />
      {`At least ${limits.password.min} characters`}
      <span aria-live="polite">
        {isMet && (
          <Box component="span" sx={visuallyHidden}>
            : met
          </Box>
        )}
      </span>
    </Box>
  )
}
