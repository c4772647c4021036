import type { CustomerLinkState, CustomerThread } from '#contract/customers/thread.ts'
import { api } from '#web/api/api.ts'

const customerLinkApi = api.injectEndpoints({
  endpoints: (build) => ({
    getCustomerLink: build.query<CustomerLinkState, string>({
      query: (enquiryId) => ({
        url: '/customer-links',
        params: { enquiryId },
        background: true,
      }),
      providesTags: (_link, _failure, id) => [{ type: 'Enquiry', id }],
    }),
    renewCustomerLink: build.mutation<CustomerLinkState, { enquiry: string; idempotencyKey: string }>({
      query: ({ enquiry, idempotencyKey }) => ({
        url: '/customer-links',
        method: 'POST',
        body: { enquiry },
        headers: { 'Idempotency-Key': idempotencyKey },
      }),
      invalidatesTags: (_link, _failure, { enquiry: id }) => [{ type: 'Enquiry', id }],
    }),
    revokeCustomerLink: build.mutation<CustomerLinkState, string>({
      query: (enquiryId) => ({ url: '/customer-links', method: 'DELETE', params: { enquiryId } }),
      invalidatesTags: (_link, _failure, id) => [{ type: 'Enquiry', id }],
    }),
    getCustomerView: build.query<CustomerThread, { enquiryId: string; before?: number }>({
      query: (params) => ({ url: '/customer-view', params, background: true }),
      keepUnusedDataFor: 0,
    }),
  }),
})

export const {
  useGetCustomerLinkQuery,
  useRenewCustomerLinkMutation,
  useRevokeCustomerLinkMutation,
  useGetCustomerViewQuery,
  useLazyGetCustomerViewQuery,
} = customerLinkApi
