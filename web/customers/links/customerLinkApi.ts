import type { CustomerLinkState, CustomerThread } from '#contract/customers/thread.ts'
import { api } from '#web/api/api.ts'
import { apiPaths } from '#web/api/apiPaths.ts'

const customerLinkApi = api.injectEndpoints({
  endpoints: (build) => ({
    getCustomerLink: build.query<CustomerLinkState, string>({
      query: (enquiryId) => ({
        url: apiPaths.customerLinks,
        params: { enquiryId },
        background: true,
      }),
      providesTags: (_link, _failure, id) => [{ type: 'Enquiry', id }],
    }),
    renewCustomerLink: build.mutation<CustomerLinkState, { enquiry: string; idempotencyKey: string }>({
      query: ({ enquiry, idempotencyKey }) => ({
        url: apiPaths.customerLinks,
        method: 'POST',
        body: { enquiry },
        headers: { 'Idempotency-Key': idempotencyKey },
      }),
      invalidatesTags: (_link, _failure, { enquiry: id }) => [{ type: 'Enquiry', id }],
    }),
    revokeCustomerLink: build.mutation<CustomerLinkState, string>({
      query: (enquiryId) => ({ url: apiPaths.customerLinks, method: 'DELETE', params: { enquiryId } }),
      invalidatesTags: (_link, _failure, id) => [{ type: 'Enquiry', id }],
    }),
    getCustomerView: build.query<CustomerThread, { enquiryId: string; before?: number }>({
      query: (params) => ({ url: apiPaths.customerView, params, background: true }),
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
