import type { ChangeContact, Contact, ContactDetails, MergeContacts } from '#contract/customers/contacts.ts'
import type { CustomerForm, HeldSubmission } from '#contract/customers/form.ts'
import { api } from '#web/api/api.ts'
import { apiPaths } from '#web/api/apiPaths.ts'

type WithKey<Body> = { body: Body; idempotencyKey: string }

const customerApi = api
  .enhanceEndpoints({ addTagTypes: ['Contact', 'CustomerForm', 'HeldSubmissions'] })
  .injectEndpoints({
    endpoints: (build) => ({
      getContact: build.query<ContactDetails, string>({
        query: (id) => ({ url: apiPaths.contact(id), background: true }),
        providesTags: ['Contact'],
      }),
      findContacts: build.query<Contact[], string>({
        query: (search) => ({ url: apiPaths.contacts, params: { search }, background: true }),
        providesTags: ['Contact'],
      }),
      changeContact: build.mutation<Contact, WithKey<ChangeContact> & { id: string }>({
        query: ({ id, body, idempotencyKey }) => ({
          url: apiPaths.contact(id),
          method: 'PATCH',
          body,
          headers: { 'Idempotency-Key': idempotencyKey },
        }),
        invalidatesTags: ['Contact'],
      }),
      mergeContacts: build.mutation<Contact, WithKey<MergeContacts>>({
        query: ({ body, idempotencyKey }) => ({
          url: apiPaths.contactMerge,
          method: 'POST',
          body,
          headers: { 'Idempotency-Key': idempotencyKey },
        }),
        invalidatesTags: ['Contact'],
      }),
      getCustomerForm: build.query<CustomerForm, void>({
        query: () => ({ url: apiPaths.customerForm, background: true }),
        providesTags: ['CustomerForm'],
      }),
      saveCustomerForm: build.mutation<CustomerForm, WithKey<CustomerForm>>({
        query: ({ body, idempotencyKey }) => ({
          url: apiPaths.customerForm,
          method: 'PATCH',
          body,
          headers: { 'Idempotency-Key': idempotencyKey },
        }),
        invalidatesTags: ['CustomerForm'],
      }),
      listHeld: build.query<HeldSubmission[], void>({
        query: () => ({ url: apiPaths.heldSubmissions, background: true }),
        providesTags: ['HeldSubmissions'],
      }),
      acceptHeld: build.mutation<{ enquiry: string }, string>({
        query: (id) => ({ url: apiPaths.heldSubmissionAccept(id), method: 'POST', body: {} }),
        invalidatesTags: ['HeldSubmissions'],
      }),
      deleteHeld: build.mutation<null, string>({
        query: (id) => ({ url: apiPaths.heldSubmission(id), method: 'DELETE' }),
        invalidatesTags: ['HeldSubmissions'],
      }),
    }),
  })

export const {
  useGetContactQuery,
  useFindContactsQuery,
  useChangeContactMutation,
  useMergeContactsMutation,
  useGetCustomerFormQuery,
  useSaveCustomerFormMutation,
  useListHeldQuery,
  useAcceptHeldMutation,
  useDeleteHeldMutation,
} = customerApi
