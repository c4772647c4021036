import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { useController, type Control } from 'react-hook-form'
import { limits } from '#contract/limits.ts'
import { Icon } from '#web/components/icons/Icon.tsx'
import type { CompanyProfile } from './profile.ts'
import { distinct, ShortTexts } from './ShortTexts.tsx'
import { suggestedTypes, type Industry } from './suggestedTypes.ts'

interface EnquiryTypesInputProps {
  control: Control<CompanyProfile>
}

const industries = Object.keys(suggestedTypes) as Industry[]

/** The types to choose from in the create form. An industry adds the ones that are usual in it. */
export function EnquiryTypesInput({ control }: EnquiryTypesInputProps) {
  const { field, fieldState } = useController({ control, name: 'company.enquiryTypes' })
  const { ref, value: types, onChange, onBlur } = field
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <ShortTexts
        label="Enquiry types"
        helperText={
          fieldState.error?.message ??
          'People choose from these types when they add an enquiry. Type a name and press Enter. Without types of your own, the form suggests general ones.'
        }
        isInvalid={fieldState.invalid}
        maxLength={limits.enquiryType}
        value={types}
        onChange={onChange}
        onBlur={onBlur}
        inputRef={ref}
      />
      <IndustryMenu onChosen={(industry) => onChange(distinct([...types, ...suggestedTypes[industry]]))} />
    </Box>
  )
}

interface IndustryMenuProps {
  onChosen: (industry: Industry) => void
}

function IndustryMenu({ onChosen }: IndustryMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const close = () => setAnchor(null)
  const choose = (industry: Industry) => {
    close()
    onChosen(industry)
  }
  return (
    <>
      <Button
        color="inherit"
        variant="outlined"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        endIcon={<Icon name="chevron-down" size="small" />}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ justifySelf: 'start' }}
      >
        Add the usual types of an industry
      </Button>
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        slotProps={{ list: { 'aria-label': 'Industries' } }}
      >
        {industries.map((industry) => (
          <MenuItem key={industry} onClick={() => choose(industry)}>
            {industry}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
