import type { User } from '#contract/accounts.ts'
import { CompanyLogo } from '#web/components/CompanyLogo.tsx'
import { PersonAvatar } from '#web/components/PersonAvatar.tsx'
import { paths } from '#web/navigation/paths.ts'
import { NavigationItem } from './NavigationItem.tsx'

interface SidebarContentProps {
  user: User
  onChosen?: () => void
}

export function SidebarContent({ user, onChosen }: SidebarContentProps) {
  return (
    <>
      <Company name={user.company.companyName} logo={user.company.logo} />
      <Greeting name={user.name || 'User'} picture={user.profilePic} />
      <nav aria-label="Main">
        <ul className="navigation">
          <NavigationItem title="Enquiry" icon="ticket" path={paths.home} onChosen={onChosen} />
        </ul>
      </nav>
    </>
  )
}

interface CompanyProps {
  name: string
  logo: string | null
}

function Company({ name, logo }: CompanyProps) {
  return (
    <div className="sidebar-company" title={name}>
      <CompanyLogo name={name} logo={logo} />
      <p className="rail-hidden">{name}</p>
    </div>
  )
}

interface GreetingProps {
  name: string
  picture: string | null
}

function Greeting({ name, picture }: GreetingProps) {
  return (
    <div className="sidebar-greeting" title={name}>
      <PersonAvatar name={name} picture={picture} />
      <div className="rail-hidden">
        <p>Hello,</p>
        <p className="one-line">{name}</p>
      </div>
    </div>
  )
}
